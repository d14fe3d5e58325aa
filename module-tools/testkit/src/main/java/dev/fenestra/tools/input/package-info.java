/** Files that the user names: reading, writing, and the messages when that is not possible. */
package dev.fenestra.tools.input;
