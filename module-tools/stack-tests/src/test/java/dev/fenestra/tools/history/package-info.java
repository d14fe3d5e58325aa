/** The history of the project: what a commit says. */
package dev.fenestra.tools.history;
