/** Programs of users that are run from their sources. */
package dev.fenestra.tools.program;
