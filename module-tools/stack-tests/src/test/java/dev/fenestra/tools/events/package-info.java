/** Asynchronous events, completion channels and what else happens on the completion side. */
package dev.fenestra.tools.events;
