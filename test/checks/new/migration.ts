import { type Reminders, Refused, type Tree } from './tree.ts'

const folder = 'apps/server/sql/migrations'

/** Makes a migration of the next number. `says` is its comment, `sql` what it does. Gives its path. */
export function addMigration(tree: Tree, name: string, says: string, sql = ''): string {
  const numbers = tree.list(folder).flatMap((path) => /\/(\d{4})_\w+\.sql$/.exec(path)?.[1] ?? [])
  const next = String(Math.max(...numbers.map(Number)) + 1).padStart(4, '0')
  const path = `${folder}/${next}_${name}.sql`
  tree.create(path, `-- ${says}\n${sql}`)
  return path
}

/** `npm run new -- migration NAME` */
export function newMigration(tree: Tree, name: string): Reminders {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
    throw new Refused(
      `"${name}" is no name of a migration: small letters, digits and single underscores, like order_note`,
    )
  if (tree.list(folder).some((path) => path.endsWith(`_${name}.sql`)))
    throw new Refused(`a migration ${name} exists already: a later change gets a name of its own`)
  const path = addMigration(tree, name, `${name}: say here what the table or column is for. It changes nothing yet.`)
  return [
    `${path}: write the statements; docs/contributing/table.md has the rules for columns, rights and older builds`,
    'apps/server/sql/functions: a function has its one text there; a migration has no more than a stand-in for a trigger',
    'apps/server/sql/schema.sql and apps/server/sql/checksums.txt: run npm run db:dump after each change of the file',
    'apps/server/src/shop/privacy/own-data.ts and forget_account: if a row belongs to a player',
    'apps/server/src/jobs/housekeeping.ts: if rows do not stay for ever',
    'docs/architecture/invariants.md: what the table holds, and its name if it is one of money',
    'a test beside the module that writes the table; there is none yet. npm test -- api, and versions ' +
      'after a change of a shape',
  ]
}
