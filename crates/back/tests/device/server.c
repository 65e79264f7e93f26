// The hand-made program as a server.

#include "program.h"

#include "rts/input.h"

#include "rts/npy.h"

#include "rts/decimal.h"

#include "rts/output.h"

#include "rts/tuning.h"

#include "rts/variables.h"

#include "rts/server.h"
