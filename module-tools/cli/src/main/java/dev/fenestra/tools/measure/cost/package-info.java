/**
 * The cost of registering, binding and the like by the model, for regions of every size. The work is counted for
 * regions that fit, and extrapolated beyond.
 */
package dev.fenestra.tools.measure.cost;
