/** Real packets between this machine and a Linux guest with soft-RoCE: profile linux-peer. */
package dev.fenestra.tools.linux;
