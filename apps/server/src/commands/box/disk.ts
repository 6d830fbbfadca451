import { codes, type Member } from './member.ts'

export const disk: Member = {
  needs: 'box',
  describe(command) {
    command.allowExcessArguments(false)
  },
  run: () => Promise.resolve(codes.well),
}
