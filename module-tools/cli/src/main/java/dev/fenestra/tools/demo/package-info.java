/** The demo: a file crosses two hosts through memory windows, and each step is told as it happens. */
package dev.fenestra.tools.demo;
