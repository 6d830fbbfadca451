#!/bin/sh
# The command line of HC Portal in the containers of deploy/one.
exec /usr/local/bin/node /app/apps/server/dist/hc.js "$@"
