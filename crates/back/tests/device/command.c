// The hand-made program with a command line.

#include "program.h"

#include "rts/input.h"

#include "rts/npy.h"

#include "rts/decimal.h"

#include "rts/output.h"

#include "rts/tuning.h"

#include "rts/main.h"
