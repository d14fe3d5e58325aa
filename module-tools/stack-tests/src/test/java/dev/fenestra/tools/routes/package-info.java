/** The routes that calls take through the stack, as a log of the methods tells them. */
package dev.fenestra.tools.routes;
