-- A file that is not there: the message has the path that was tried.
-- ==
-- error: E0206.*(\n|.)*cannot read tests/futhark/errors-modules/lib/nothing.fut: there is no such file

import "lib/nothing"
def main : bool = true
