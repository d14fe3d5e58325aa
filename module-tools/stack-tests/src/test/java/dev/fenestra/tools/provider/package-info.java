/** The template keeps compiling, and keeps passing. */
package dev.fenestra.tools.provider;
