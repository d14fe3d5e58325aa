/** Writes the project of a new provider, from a template that is itself a provider. */
package dev.fenestra.tools.provider;
