//! Modules: scopes, declarations, module types and parametric modules.

pub mod declare;
pub mod functor;
pub mod scope;
pub mod signature;
