import { fileStep } from '../kinds.ts'
import { paths } from '../paths.ts'
import type { Step } from '../steps.ts'

/** Debian's security updates come by themselves, and nothing else, in the quiet hour before the night's proof. */
const updates = `// Made by hc install.
APT::Periodic::Update-Package-Lists "1";
APT::Periodic::Unattended-Upgrade "1";
#clear Unattended-Upgrade::Origins-Pattern;
Unattended-Upgrade::Origins-Pattern {
  "origin=Debian,codename=\${distro_codename},label=Debian-Security";
  "origin=Debian,codename=\${distro_codename}-security,label=Debian-Security";
};
// hc auto reboot decides.
Unattended-Upgrade::Automatic-Reboot "false";
`
const hour = `# Made by hc install: the quiet hour, before the night's proof of a backup.
[Timer]
OnCalendar=
OnCalendar=*-*-* 02:20
RandomizedDelaySec=20min
Persistent=true
`
const after = `# Made by hc install: what runs takes the new files.
[Service]
ExecStartPost=-${paths.command} debian
`
const reload = [['systemctl', 'daemon-reload']] as const
const folder = `${paths.units}/apt-daily-upgrade`

export const updateSteps: readonly Step[] = [
  fileStep({ name: 'security updates', path: '/etc/apt/apt.conf.d/52hc-portal', content: updates }),
  fileStep({ name: 'hour of updates', path: `${folder}.timer.d/hc-portal.conf`, content: hour, after: reload }),
  fileStep({ name: 'after updates', path: `${folder}.service.d/hc-portal.conf`, content: after, after: reload }),
]
