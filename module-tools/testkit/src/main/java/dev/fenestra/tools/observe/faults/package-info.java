/** Plans of faults on a link, as JSON. */
package dev.fenestra.tools.observe.faults;
