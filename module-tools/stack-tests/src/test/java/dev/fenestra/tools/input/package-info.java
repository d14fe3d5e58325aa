/** What is read of files that users name, and what is said of bad ones. */
package dev.fenestra.tools.input;
