/** Where receives come from, and where their data lands: shared queues, inline receive, XRC. */
package dev.fenestra.tools.receives;
