#include "CDeepFilterNetTarget.h"
