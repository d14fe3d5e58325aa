/** How fast it is: the limit that a machine sets, figures, and the pages made from them. */
package dev.fenestra.tools.measure.figures;
