/** The main job, end to end and told as it goes: a file crosses two hosts through memory windows. */
package dev.fenestra.tools.demo;
