import pg from 'pg'

/** The yardstick of an idle shop: a process that asks the database `PER_SECOND` times a second, and nothing else. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 })
const timer = setInterval(
  () => void pool.query({ name: 'look', text: 'select 1 from orders limit 1' }),
  1000 / Number(process.env.PER_SECOND),
)
await pool.query('select 1')
process.stdout.write('ready\n')
process.on('SIGTERM', () => {
  clearInterval(timer)
  void pool.end().then(() => process.exit(0))
})
