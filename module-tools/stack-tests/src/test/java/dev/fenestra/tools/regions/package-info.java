/** Kinds of memory regions, through the user API. */
package dev.fenestra.tools.regions;
