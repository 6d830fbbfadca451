#!/bin/sh
# The command line of HC Portal in the containers of deploy/one.
exec node /app/apps/server/dist/hc.js "$@"
