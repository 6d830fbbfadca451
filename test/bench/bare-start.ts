import Fastify from 'fastify'
import { startEmbedded } from '../../apps/server/src/platform/embedded-postgres.ts'

/** The yardstick of a start: the shop's embedded database, and an empty Fastify that listens. */
const database = await startEmbedded(process.env.DATA_DIR ?? '', { fsync: true })
const app = Fastify()
app.get('/readyz', () => ({ ready: true }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => database.stop())
      .then(() => process.exit(0)),
)
