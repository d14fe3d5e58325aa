/** Pictures of figures. */
package dev.fenestra.tools.measure.chart;
