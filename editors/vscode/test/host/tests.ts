/** All tests of the host, in the order in which they run: those that end the server come last. */

import "./language.test";
import "./fixes.test";
import "./surface.test";
import "./samples.test";
import "./branch.test";
import "./python.test";
import "./life.test";
