-- What is wrong in an imported file is reported there.
-- ==
-- error: E0301.*(\n|.)*lib/wrong_type.fut:5

import "lib/wrong_type"
def main : bool = two
