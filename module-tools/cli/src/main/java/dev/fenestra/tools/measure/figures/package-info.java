/** Performance: the limit of a machine, the figures, and the pages made from them. */
package dev.fenestra.tools.measure.figures;
