/** What a server of real programs consists of besides its door: the file that describes its hosts, and its records. */
package dev.fenestra.tools.serve;
