import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { dumpSchema } from '@hc/test/schema-dump'
import { sqlFolder } from './build.ts'

it('the committed schema is what the migrations make: run npm run db:dump', async () => {
  expect(await dumpSchema()).toBe(await readFile(new URL('schema.sql', sqlFolder), 'utf8'))
})
