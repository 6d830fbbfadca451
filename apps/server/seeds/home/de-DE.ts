import type { HomeTexts } from './home-texts.ts';

export const home = {
  hero: {
    kicker: 'Offizieller Webshop von Starfall Chronicles',
    title: 'Wenn Sterne fallen, erhebst du dich',
    subtitle: 'Lade hier Sternjuwelen und HC-Punkte auf. Dein Einkauf landet direkt bei deinem Charakter.',
    cta: 'Jetzt aufladen',
  },
  features: [
    { id: 'worlds', icon: '/art/features/worlds.svg', title: 'Zerbrochener Himmel', text: 'Segle zwischen schwebenden Inseln, jede aus einem anderen gefallenen Stern geboren.' },
    { id: 'companions', icon: '/art/features/companions.svg', title: 'Sternengefährten', text: 'Freunde dich mit Geistern an, die ein Sternbild in sich tragen, und kämpft Seite an Seite.' },
    { id: 'battles', icon: '/art/features/battles.svg', title: 'Kämpfe der Finsternis', text: 'Bezwingt zu viert Giganten, die das Licht verschlingen.' },
    { id: 'seasons', icon: '/art/features/seasons.svg', title: 'Lebendige Saisons', text: 'Mit jeder Saison wandelt sich der Himmel: neue Inseln, neue Geschichten, neue Belohnungen.' },
  ],
  gameInfo: {
    title: 'Über das Spiel',
    paragraphs: [
      'In der Nacht, als die Sternenkrone zerbrach, rissen ihre Splitter das Land in treibende Inseln. Du bist Sternträger, einer der wenigen, die den Gesang der gefallenen Sterne noch hören.',
      'Sammle ihr Licht, gewinne Gefährten und steige vom Polarlichthafen bis zur Zitadelle über den Wolken auf, allein oder mit Freunden. Mit jedem Schritt leuchtet ein Sternbild mehr.',
    ],
    facts: [
      { label: 'Genre', value: 'Fantasy-Action-RPG' },
      { label: 'Spieler', value: 'Solo oder Gruppen bis 4' },
      { label: 'Plattformen', value: 'iOS, Android, Windows' },
      { label: 'Alter', value: 'Ab 12 Jahren' },
    ],
  },
  footer: {
    about: {
      title: 'Über uns',
      html: '<p><strong>Starfall Studio (Demo)</strong> ist der erfundene Publisher von Starfall Chronicles, dem Beispielspiel dieses Portals. Alles hier, von den News bis zu den Bildern der Gegenstände, zeigt dir, was HC Portal kann.</p><p>HC Portal ist Open-Source-Software. Damit betreiben Publisher ihren eigenen Shop und verkaufen Spielgegenstände und HC-Punkte direkt an ihre Spieler. Käufe in dieser Demo sind simuliert: <strong>Es wird kein echtes Geld abgebucht</strong>.</p>',
    },
    contact: {
      title: 'Kontakt',
      html: '<p>Stimmt etwas mit deiner Bestellung nicht? Melde dich an und öffne den Kundenservice in <a href="/main/account/user">deinem Konto</a>. Halte deine Bestellnummer bereit; du findest sie in deinem <a href="/main/account/recharge">Aufladeverlauf</a>.</p><ul><li>E-Mail: support@starfall.example</li><li>Zeiten: Montag bis Freitag, 10:00–18:00 Uhr (UTC)</li></ul><p>Dies ist eine Demo: Die Adresse ist nur ein Beispiel, E-Mails dorthin liest niemand.</p>',
    },
    privacy: {
      title: 'Datenschutz',
      html: '<p>Hier erfährst du, welche Daten der Demo-Shop von Starfall Studio (Demo) verarbeitet und warum.</p><h2>Was wir speichern</h2><ul><li>deine Konto-ID sowie deine E-Mail-Adresse oder Telefonnummer, falls du sie angegeben hast;</li><li>deine Server, Charaktere, Bestellungen und HC-Punkte-Buchungen;</li><li>wie der Shop genutzt wird: welche Seite du öffnest, wie lange sie lädt und offen bleibt, welche Schritte eines Kaufs du gehst und über welchen Link du gekommen bist, damit wir ihn verbessern können. Die Zählung lässt keinen Rückschluss auf dich zu; am Ende dieser Seite kannst du sie abschalten.</li></ul><p>Dein Passwort speichern wir nur als nicht umkehrbaren Hash.</p><h2>Cookies und Browserspeicher</h2><p>Ein Cookie merkt sich ein Jahr lang die gewählte Sprache; ein zweites gilt zehn Minuten, während du dich mit Facebook, Google, Apple oder WeChat anmeldest. Im lokalen Speicher bewahrt dein Browser deine Anmeldung, deine Charakterliste, deine Region, eine noch unbeantwortete Bestellung und eine zufällige Geräte-ID auf. Der Shop braucht sie, um zu funktionieren. Erlaubst du die Zählung, werden dort auch deine Entscheidung, noch nicht gesendete Daten und eine Zufallszahl je Besuch gespeichert. Werbe-Tracker gibt es nicht.</p><h2>Zahlungen</h2><p>Du bezahlst auf der Seite des Zahlungsanbieters. Kartennummern erreichen uns nie.</p><h2>Dauer und Weitergabe</h2><p>Bestellungen bewahren wir so lange auf, wie es die Buchhaltungsvorschriften verlangen. Daten erhalten nur der Spielserver, der deine Gegenstände ausliefert, und der Anbieter, der deine Zahlung abwickelt.</p><h2>Wie lange wir etwas aufbewahren</h2><p>Kontodaten: bis du sie in deinem Konto löschst. Sitzungen: 90 Tage nach ihrem Ende. Von uns gesendete E-Mails und SMS: 30 Tage. Nachrichten an den Kundenservice: 180 Tage. Zählungen: so viele Tage, wie am Ende dieser Seite steht. Bestellungen und HC-Punkte-Buchungen bleiben, solange die Buchhaltungsvorschriften es verlangen; nach dem Löschen deiner Daten nennen sie dich nicht mehr.</p><h2>Wer verantwortlich ist</h2><p>Starfall Studio (Demo), Hafenstraße 1, Aurora (Beispieladresse). E-Mail: support@starfall.example.</p><h2>Rechtsgrundlagen</h2><ul><li>Konto, Bestellungen, Lieferungen und die E-Mails dazu: der Vertrag mit dir (Art. 6 Abs. 1 Buchst. b DSGVO). Diese E-Mails kannst du in deinem Konto abschalten.</li><li>Aufbewahrung von Bestellungen und Buchungen: unsere rechtliche Verpflichtung (Art. 6 Abs. 1 Buchst. c DSGVO).</li><li>Schutz vor Missbrauch, etwa Grenzen je Internetadresse: unser berechtigtes Interesse an einem sicheren Shop (Art. 6 Abs. 1 Buchst. f DSGVO).</li><li>Zählungen: deine Einwilligung, wo wir danach fragen (Art. 6 Abs. 1 Buchst. a DSGVO). Du kannst sie am Ende dieser Seite jederzeit widerrufen.</li></ul><h2>Deine Rechte</h2><p>In <a href="/main/account/user">deinem Konto</a> kannst du alle deine Daten herunterladen oder löschen. Für eine Berichtigung und bei Fragen wende dich dort an den Kundenservice. Du hast außerdem das Recht, dich bei einer Datenschutz-Aufsichtsbehörde zu beschweren.</p>',
    },
    agreement: {
      title: 'Nutzungsbedingungen',
      html: '<p>Wenn du diesen Demo-Shop nutzt, gilt Folgendes.</p><h2>Dein Konto</h2><p>Behalte dein Passwort für dich. Für Käufe, die über dein angemeldetes Konto getätigt werden, bist du verantwortlich. Bist du minderjährig, frag zuerst deine Eltern oder Erziehungsberechtigten.</p><h2>Bestellungen</h2><ul><li>Preise werden vor der Zahlung in US-Dollar angezeigt.</li><li>Unbezahlte Bestellungen verfallen normalerweise nach fünf Minuten.</li><li>Gegenstände gehen an den gewählten Server und Charakter. Bitte prüfe beides.</li></ul><h2>HC-Punkte und Gegenstände</h2><p>Für einen US-Dollar erhältst du 100 HC-Punkte, manche Pakete bringen Bonuspunkte. Punkte und Gegenstände gelten nur in diesem Shop und Spiel. Sie lassen sich weder auszahlen noch auf ein anderes Konto übertragen.</p><h2>Erstattungen</h2><p>Kommt ein Gegenstand nicht an, melde dich beim Kundenservice: Wir liefern nach oder erstatten den Betrag. Deine gesetzlichen Rechte bleiben unberührt. Erstatten wir einen Kauf, ziehen wir die gelieferten Gegenstände oder Punkte wieder ab.</p><h2>Demo</h2><p>Hier findet kein echter Verkauf statt. Daten können jederzeit zurückgesetzt werden.</p>',
    },
  },
} satisfies HomeTexts;
