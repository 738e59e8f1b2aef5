"""The names of columns and the words of values from which files of unknown systems are made."""

# Names by role: (count, words), as `exports.md` counted them.
COUNTED = {
    "id": [(124, "id"), (8, "notification id")],
    "recipient": [(46, "user id"), (6, "recipient id"), (6, "user"), (5, "recipient"), (4, "receiver id"), (4, "email"), (3, "to user id"), (3, "user email"), (2, "receiver email")],
    "actor": [(8, "sender id"), (4, "from user id"), (4, "sender name"), (3, "sender"), (3, "actor"), (3, "actor id"), (3, "created by"), (3, "from name"), (2, "sender email")],
    "type": [(74, "type"), (5, "notification type"), (3, "category"), (2, "kind"), (2, "action"), (2, "event"), (2, "message type")],
    "title": [(59, "title"), (7, "subject"), (2, "label"), (2, "header")],
    "body": [(74, "message"), (13, "text"), (12, "body"), (10, "content"), (6, "description"), (2, "msg")],
    "time": [(83, "created at"), (25, "timestamp"), (6, "date"), (5, "time"), (4, "sent at"), (3, "ts")],
    "read": [(41, "is read"), (30, "read"), (6, "read at"), (2, "seen"), (2, "status")],
    "priority": [(9, "priority"), (8, "severity"), (2, "level")],
    "link": [(10, "link"), (8, "url"), (4, "action url")],
}  # fmt: skip
# Seen once or never: every third one is kept aside.
RARE = {
    "id": ["uuid", "notice id", "alert id", "message id", "guid", "key", "event id", "item id", "row id", "ref", "entry id", "nr"],
    "recipient": ["client id", "customer id", "student id", "target user", "member id", "employee id", "patient ref", "to", "to email", "recipient uid", "assignee id", "guest email", "target id", "account holder", "subscriber id", "resident no", "parent id", "driver id", "addressee", "user ref", "tenant user id", "staff number", "notified user", "for user"],
    "actor": ["author", "initiator", "triggered by", "from", "sent by", "posted by", "creator id", "author name", "from email", "owner name", "performed by", "by user", "requester", "origin user", "issuer", "invited by", "changed by", "submitted by"],
    "type": ["topic", "event type", "template", "verb", "group", "category name", "notice kind", "classification", "alert type", "tag", "scope", "event name"],
    "title": ["headline", "heading", "summary", "title text", "subject line", "caption", "short text", "notice title", "head"],
    "body": ["details", "note", "body text", "full text", "comment", "message body", "long text", "detail", "input", "info text", "remarks", "notice text"],
    "time": ["inserted at", "occurred at", "when", "event time", "sent on", "created on", "issued at", "raised at", "posted at", "triggered at", "logged at", "published at"],
    "read": ["seen at", "opened", "checked", "viewed", "acknowledged", "is seen", "read flag", "is unread", "unread", "is new", "acked at", "viewed at"],
    "priority": ["importance", "urgency", "prio", "priority level", "severity level", "rank level"],
    "link": ["href", "target url", "deep link", "web url", "click action", "permalink", "route", "page url", "open url"],
}  # fmt: skip
LANGUAGES = {
    "de": {"id": ["nr", "kennung"], "recipient": ["empfaenger", "benutzer id", "kunde", "mitglied nr"], "actor": ["absender", "verfasser", "erstellt von"], "type": ["art", "kategorie", "typ"], "title": ["betreff", "titel"], "body": ["nachricht", "inhalt", "text"], "time": ["erstellt am", "datum", "zeitpunkt"], "read": ["gelesen", "gelesen am"], "priority": ["prioritaet", "wichtigkeit"], "link": ["link", "adresse url"]},
    "fr": {"id": ["id", "numero"], "recipient": ["destinataire", "utilisateur id", "id client"], "actor": ["auteur", "expediteur", "cree par"], "type": ["categorie", "genre"], "title": ["titre", "objet"], "body": ["corps", "contenu", "texte"], "time": ["date creation", "cree le", "envoye le"], "read": ["lu", "lu le"], "priority": ["priorite", "urgence"], "link": ["lien", "url cible"]},
    "es": {"id": ["id", "codigo"], "recipient": ["destinatario", "usuario id", "id cliente"], "actor": ["autor", "remitente", "creado por"], "type": ["tipo", "categoria"], "title": ["titulo", "asunto"], "body": ["mensaje", "contenido", "texto"], "time": ["fecha", "creado en", "fecha creacion"], "read": ["leido", "leido en"], "priority": ["prioridad", "urgencia"], "link": ["enlace", "url"]},
    "it": {"id": ["id", "numero"], "recipient": ["destinatario", "utente id", "cliente id"], "actor": ["mittente", "autore", "creato da"], "type": ["tipo", "categoria"], "title": ["titolo", "oggetto"], "body": ["messaggio", "testo", "contenuto"], "time": ["data", "creato il", "inviato il"], "read": ["letto", "letto il"], "priority": ["priorita", "urgenza"], "link": ["link", "indirizzo url"]},
}  # fmt: skip
WORDS = {
    "en": (["order_shipped", "comment_added", "payment_due", "welcome", "invite", "reminder"], ["Order {n} has shipped", "Your invoice {n} is due", "A new comment on ticket {n}", "Meeting {n} was moved", "Room {n} is ready"], ["Please look at it before Friday.", "It will arrive within two days.", "Open the app to answer.", "We wrote to you about number {n}."]),
    "de": (["mahnung", "termin", "angebot", "antwort"], ["Rechnung {n} ist offen", "Termin {n} wurde verlegt", "Neue Antwort auf {n}"], ["Bitte bis Freitag ansehen.", "Mehr dazu im Konto {n}."]),
    "fr": (["commande", "rappel", "message", "offre"], ["Colis {n} expédié", "Votre facture {n} est prête", "Nouvelle réponse au dossier {n}"], ["Merci de répondre avant vendredi.", "Voir le dossier {n} en ligne."]),
    "es": (["pedido", "aviso", "oferta", "mensaje"], ["Pedido {n} enviado", "La factura {n} vence pronto", "Nueva respuesta en {n}"], ["Por favor responda antes del viernes.", "Más detalles en la cuenta {n}."]),
    "it": (["ordine", "avviso", "offerta", "messaggio"], ["Ordine {n} spedito", "La fattura {n} è in scadenza", "Nuova risposta a {n}"], ["Si prega di rispondere entro venerdì.", "Altri dettagli nel conto {n}."]),
}  # fmt: skip
NAMES = ["Ana", "Ben", "Cem", "Dee", "Eva", "Finn", "Gül", "Hal", "Ida", "Jan"]
