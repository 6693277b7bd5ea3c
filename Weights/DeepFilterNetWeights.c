#include "DeepFilterNetWeights.h"
