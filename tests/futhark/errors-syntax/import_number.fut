-- What is imported is named by a string.
-- ==
-- error: error\[E0102\]: unexpected `5`

import 5
