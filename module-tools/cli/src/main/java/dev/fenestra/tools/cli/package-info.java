/** The command line. Nothing else in the project touches the standard streams. */
package dev.fenestra.tools.cli;
