#!/usr/bin/env node
// The sign-in of `@auspex/sdk`: npm links only the commands of the package that is installed, not those of its dependencies.
import '@auspex/sdk/login'
