/** Writes the project of a new provider, from one of two templates that are themselves providers. */
package dev.fenestra.tools.provider;
