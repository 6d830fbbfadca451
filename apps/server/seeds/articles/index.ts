import type { SeedArticle } from './seed-article.ts'
import { article as a01 } from './01-web-shop-open.ts'
import { article as a02 } from './02-borealis-opens.ts'
import { article as a03 } from './03-season-three.ts'
import { article as a04 } from './04-account-safety.ts'
import { article as a05 } from './05-cinder-maintenance.ts'
import { article as a06 } from './06-first-top-up.ts'
import { article as a07 } from './07-hc-point-bonus.ts'
import { article as a08 } from './08-welcome-code.ts'
import { article as a09 } from './09-starlight-festival.ts'
import { article as a10 } from './10-moonlit-pass.ts'
import { article as a11 } from './11-first-seven-days.ts'
import { article as a12 } from './12-star-companions.ts'
import { article as a13 } from './13-eclipse-leviathan.ts'
import { article as a14 } from './14-gem-planner.ts'

export type { SeedArticle } from './seed-article.ts'

export const articles: readonly SeedArticle[] = [a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14]
