import { paths } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { isGiven, rotatable } from '@hc/box/rotation/plan'
import { rotateSecret } from '@hc/box/rotation/rotate'
import { BoxRefusal, codes, type Member, print } from './member.ts'
import { secretShop } from './secret-shop.ts'
import { secretFrom } from './settings.ts'

const CHANGED = 'the value that the other party gets is in'

export const secret: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('<verb>', 'rotate')
      .argument('<name>', 'the secret’s setting')
      .option('--file <path>', 'the file with what the other party made')
      .option('--now', 'the old one goes at once')
  },
  async run({ file, now }, [verb, name = '']) {
    if (verb !== 'rotate') throw new BoxRefusal(`hc secret rotate NAME: ${rotatable.join(', ')}`)
    const fromOutside = isGiven(name) === true ? await secretFrom(name, file as string | undefined) : null
    const rotated = await rotateSecret(machine, secretShop, { name, given: fromOutside, immediately: now === true })
    if ('refusal' in rotated) throw new BoxRefusal(rotated.refusal)
    print(`${name} has a new value`)
    if (fromOutside === null) print(`${CHANGED} ${paths.secrets}/${name}, before the first comma`)
    if (rotated.dropsAt !== null) print(`the old one goes on ${new Date(rotated.dropsAt).toISOString().slice(0, 10)}`)
    else if (rotated.waits > 0) print('the old one goes once nothing is sealed with it: hc seals')
    return codes.well
  },
}
