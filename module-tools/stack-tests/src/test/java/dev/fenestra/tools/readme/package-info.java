/** What the project's pages promise. */
package dev.fenestra.tools.readme;
