package everyday

import "strings"

func words(s string) []string { return strings.Fields(s) }

func firstNames() []string {
	return words("alice anna bob carlos chen clara daniel david diana emma erik eva frank george grace hannah ivan jack james jane john jose julia karen kevin laura lisa lucas maria mark martin mia michael nina olivia omar paul peter priya rachel robert sam sara sofia steve susan thomas tim victor wei yuki zoe")
}

func surnames() []string {
	return words("anderson brown chen clark davis evans fischer garcia gupta hall harris ito jackson johnson jones kim kumar lee lewis lopez martin miller moore muller nguyen park patel perez rossi schmidt silva singh smith tanaka taylor thomas walker wang weber white williams wilson wright young")
}

func regions() []string {
	return words("us-east-1 us-east-2 us-west-2 eu-west-1 eu-central-1 ap-south-1 ap-southeast-2 sa-east-1 ca-central-1")
}

func countries() []string { return words("US DE FR GB IN BR JP CA AU IT ES NL SE PL MX KR ZA") }

func currencies() []string { return words("USD EUR GBP JPY CHF CAD AUD INR BRL SEK") }

func services() []string {
	return words("auth billing catalog checkout email gateway inventory ledger login orders payments pricing profile recommendation search session shipping user wallet")
}

func metrics() []string {
	return words("cpu.user cpu.system mem.used mem.free disk.read disk.write net.in net.out load.1m load.5m http.requests http.errors latency.p50 latency.p99 gc.pause threads.active")
}

func quantities() []string {
	return words("temperature humidity pressure voltage current power co2 light noise motion battery rssi speed flow level")
}

func actions() []string {
	return words("login logout create update delete view click purchase signup search add_to_cart checkout share like export invite")
}

func entities() []string {
	return words("account address cart contact customer device document file group invoice item job message note order payment product project report session task team ticket user")
}

func towns() []string {
	return words("amsterdam atlanta austin bangkok barcelona beijing brussels chicago copenhagen dallas denver detroit frankfurt hamburg helsinki istanbul lyon melbourne miami montreal munich newyork oakland philadelphia phoenix portland rotterdam seattle shanghai singapore stockholm toronto utrecht valencia vancouver warsaw")
}

func companies() []string {
	return words("acme globex initech umbrella hooli stark wayne wonka cyberdyne tyrell soylent oscorp aperture massive vandelay pied-piper dunder duff")
}

func subjects() []string {
	return words("about blog careers cart contact docs download events faq help index jobs news photos prices products search shop sports story support team terms travel video weather wiki")
}

func wares() []string {
	return words("backpack battery blender bottle camera chair charger desk drill headset jacket kettle keyboard lamp laptop monitor mouse mug phone printer router shirt shoes speaker tablet tent toaster watch")
}
