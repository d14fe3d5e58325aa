/** Real threads race binds and invalidates against the ends of the objects they need. */
package dev.fenestra.tools.stress;
