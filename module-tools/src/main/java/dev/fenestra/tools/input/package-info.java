/** Files that the user names: how they are read, how they are written, and what is said when that is not possible. */
package dev.fenestra.tools.input;
