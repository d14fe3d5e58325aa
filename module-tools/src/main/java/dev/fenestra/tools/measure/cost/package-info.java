/**
 * What registering, binding and the like cost by the model, for regions of every size: counted where they fit, extended
 * beyond.
 */
package dev.fenestra.tools.measure.cost;
