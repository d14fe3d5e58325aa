/** Plans of what goes wrong on a link, as JSON. */
package dev.fenestra.tools.observe.faults;
