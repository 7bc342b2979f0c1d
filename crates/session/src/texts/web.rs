//! Texts of the server that browsers play on.

use super::catalogue::texts;

texts! {
    /// Messages of the server.
    ServerText {
        NotFound: "There is nothing here.", "Il n’y a rien ici.";
        NoGame: "This game is not kept here.", "Cette partie n’est pas gardée ici.";
        NoSeat: "No person sits at seat {}; the first seat is 0.", "Personne n’est assis à la place {} ; la première place est 0.";
        Commands: "The commands now: {}.", "Les commandes possibles : {}.";
        BadRequest: "The request is not understood: {}", "La demande n’est pas comprise : {}";
        BadMethod: "This address does not take this kind of request.", "Cette adresse n’accepte pas ce genre de demande.";
        NotJson: "Send JSON with the content type application/json.", "Envoyez du JSON avec le type application/json.";
        NotPlain: "Send JSON in UTF-8 and without compression.", "Envoyez du JSON en UTF-8 et sans compression.";
        TooLarge: "This is too large.", "C’est trop grand.";
        OtherOrigin: "Another site may not use this server.", "Un autre site ne peut pas utiliser ce serveur.";
        UnknownHost: "This server does not answer to this name.", "Ce serveur ne répond pas à ce nom.";
        TwoHosts: "A request names one host, in its header Host.", "Une demande nomme un seul serveur, dans son en-tête Host.";
        TooManyRequests: "Too many requests: wait a moment.", "Trop de demandes : attendez un instant.";
        TooManyJobs: "Several questions are being worked on already: wait for an answer.", "Plusieurs questions sont déjà à l’étude : attendez une réponse.";
        TooManyGames: "You keep {} games: remove one first.", "Vous gardez {} parties : supprimez-en une d’abord.";
        TooManyWindows: "{} windows are open already: close one first.", "{} fenêtres sont déjà ouvertes : fermez-en une d’abord.";
        Full: "The server is full: try again later.", "Le serveur est plein : réessayez plus tard.";
        Closing: "The server is stopping.", "Le serveur s’arrête.";
        Internal: "The server made a mistake.", "Le serveur a fait une erreur.";
        NotKept: "The move could not be kept on the disk.", "Le coup n’a pas pu être gardé sur le disque.";
        GameNotKept: "The game could not be kept on the disk.", "La partie n’a pas pu être gardée sur le disque.";
        NotRemoved: "The game could not be removed from the disk.", "La partie n’a pas pu être supprimée du disque.";
        TooManyMoves: "A game has at most {} moves.", "Une partie compte au plus {} coups.";
        OldVersion: "The game has changed: this is how it stands now.", "La partie a changé : voici où elle en est.";
        NothingToUndo: "There is nothing to take back.", "Il n’y a rien à reprendre.";
        NothingToRedo: "There is nothing to redo.", "Il n’y a rien à refaire.";
        NothingGoesUp: "No card can go up now.", "Aucune carte ne peut monter.";
        NoSuchMove: "The game has {} moves.", "La partie compte {} coups.";
        NoTruth: "In a game against others nobody knows.", "Dans une partie contre d’autres, personne ne le sait.";
        NoSolution: "A game against others has no solution.", "Une partie contre d’autres n’a pas de solution.";
        NotInRummy: "In rummy only the steps of the turn can be taken back.", "Au rami, seules les étapes du tour peuvent être reprises.";
        NotBeforeTheEnd: "This would show hidden tiles: it is possible when the game is over.", "Cela montrerait des pièces cachées : c’est possible quand la partie est finie.";
        NoExport: "This game cannot be exported like this.", "Cette partie ne peut pas être exportée ainsi.";
        NotLost: "This position can be won: there is nothing to prove.", "Cette position peut être gagnée : il n’y a rien à prouver.";
        NotProven: "Nothing was proven in time.", "Rien n’a été prouvé à temps.";
        NoDealFound: "No such deal was found in time.", "Aucune donne de ce genre n’a été trouvée à temps.";
        NotRated: "Deals of this game are not rated.", "Les donnes de ce jeu ne sont pas notées.";
        BadPercent: "A difficulty goes from 0 to 100, the lower number first.", "Une difficulté va de 0 à 100, le plus petit nombre d’abord.";
        BadDate: "`{}` is not a date such as 2026-11-17.", "`{}` n’est pas une date comme 2026-11-17.";
        FutureDate: "The deal of {} is not known yet.", "La donne du {} n’est pas encore connue.";
        BadLink: "This link does not lead to a game.", "Ce lien ne mène à aucune partie.";
        OneWay: "Name one way to begin: {}.", "Nommez une seule façon de commencer : {}.";
        NotPlayers: "At least one player is a person.", "Au moins un joueur est une personne.";
        NoLetters: "Letters is played with a word list. Start the server with --words FILE, or install a list (Debian, Ubuntu: apt install wfrench).",
            "Le rami des lettres se joue avec une liste de mots. Démarrez le serveur avec --words FICHIER, ou installez une liste (Debian, Ubuntu : apt install wfrench).";
        NothingToImport: "This is neither a solution file, a board, a save of xpat2 nor a saved game.", "Ce n’est ni un fichier de solution, ni un plateau, ni une sauvegarde de xpat2, ni une partie gardée.";
        ImportDeal: "Which deal is this solution of? Name it, as in FreeCell.123.", "De quelle donne est cette solution ? Nommez-la, comme FreeCell.123.";
        UnknownAction: "`{}` is not an action", "`{}` n’est pas une action";
        UnknownField: "`{}` is not a field of this request", "`{}` n’est pas un champ de cette demande";
        MissingField: "`{}` is missing", "`{}` manque";
        WrongValue: "a value is of another kind, at line {}, column {}", "une valeur est d’un autre genre, ligne {}, colonne {}";
        BadJson: "this is not JSON, at line {}, column {}", "ce n’est pas du JSON, ligne {}, colonne {}";
        BadAddress: "a part of the address has a value that is not allowed", "une partie de l’adresse a une valeur qui n’est pas permise";
        NotWhole: "the body is not whole", "le corps n’est pas entier";
        NotAnObject: "an object is expected, not an array", "un objet est attendu, pas un tableau";
        NotANumber: "not a number of moves", "ce n’est pas un nombre de coups";
        StrayField: "`{}` has no meaning in this request.", "`{}` n’a pas de sens dans cette demande.";
        BadFoundations: "foundations: forced, one-way or free", "foundations : forced, one-way ou free";
        BadDeals: "deals: 1 to 100", "deals : de 1 à 100";
        BadPlayers: "players: up to 8 names of up to 30 letters", "players : jusqu’à 8 noms de 30 lettres au plus";
        BadGame: "This does not make a game; the reason in English: {}", "Cela ne fait pas une partie ; la raison, en anglais : {}";
        BadMove: "Move {}: {}.", "Coup {} : {}.";
        NotADeal: "`{}` does not name a deal such as FreeCell.123.", "`{}` ne nomme pas une donne comme FreeCell.123.";
        NoSuchGame: "`{}` is not a game.", "`{}` n’est pas un jeu.";
        BadSeed: "`{}` is not a number of a deal.", "`{}` n’est pas un numéro de donne.";
        SeedRange: "{} is out of range: the deals of {} are numbered 1 to {}.", "{} est hors des limites : les donnes de {} vont de 1 à {}.";
        NoSuchBoard: "`{}` is not a board; the boards are {}.", "`{}` n’est pas un plateau ; les plateaux sont {}.";
        NoRuleSet: "`{}` is not a rule set; the rule sets are letters, rummikub, rami, canasta and mahjong.",
            "`{}` n’est pas un jeu de rami ; il y a letters, rummikub, rami, canasta et mahjong.";
        OtherHouse: "The house rules are of {}, not of {}.", "Les règles maison sont celles de {}, pas de {}.";
        Cancelled: "This was cancelled.", "Ceci a été annulé.";
        Won: "Won!", "Gagné !";
        Stuck: "Nothing can be moved.", "Plus rien ne bouge.";
        NoJump: "Nothing can jump.", "Plus rien ne saute.";
        Player: "Player", "Joueur";
        ByRule: "{}: {}.", "{} : {}.";
        BuildAlternate: "columns are built down in alternating colours", "on construit en descendant, en alternant les couleurs";
        BuildSuit: "columns are built down in suit", "on construit en descendant, dans la même enseigne";
        BuildAny: "columns are built down in any suit", "on construit en descendant, toutes enseignes";
        OpenWorth: "Your first placement must be worth {} or more.", "Votre première pose doit valoir {} ou plus.";
        OpenPureRun: "Your first placement must be worth {} or more and needs a run without a joker.",
            "Votre première pose doit valoir {} ou plus et demande une suite sans joker.";
        OpenWord: "Your first placement must be a single word of {} letters or more.",
            "Votre première pose doit être un seul mot de {} lettres ou plus.";
        CommandLay: "lay {}", "poser {}";
        CommandReplace: "make {} of combination {}", "faire {} de la combinaison {}";
        CommandAway: "take combination {} away", "retirer la combinaison {}";
        CommandPut: "add {} to combination {}", "ajouter {} à la combinaison {}";
        CommandMove: "move {} from combination {} to combination {}", "déplacer {} de la combinaison {} à la combinaison {}";
        CommandMoveNew: "move {} from combination {} to a new one", "déplacer {} de la combinaison {} vers une nouvelle";
        CommandDraw: "draw", "piocher";
        CommandTake: "take from the pile", "prendre la défausse";
        CommandPass: "pass", "passer";
        CommandDiscard: "discard {}", "défausser {}";
        CommandDone: "end the turn", "finir le tour";
        CommandUndo: "take back", "reprendre";
        CommandAnd: " and ", " et ";
        LostSince: "proven lost since move {}", "perdu depuis le coup {}, c’est prouvé";
        CardOf: "{} of {}", "{} de {}";
        To: "to", "vers";
        Ace: "ace", "as";
        Jack: "jack", "valet";
        Queen: "queen", "dame";
        King: "king", "roi";
        Spades: "spades", "pique";
        Hearts: "hearts", "cœur";
        Diamonds: "diamonds", "carreau";
        Clubs: "clubs", "trèfle";
        SaidUndo: "taken back: {}", "repris : {}";
        SaidRedo: "made again: {}", "refait : {}";
        SaidRestart: "back to the start", "retour au début";
        SaidGoTo: "move {} of {}", "coup {} sur {}";
    }
}

texts! {
    /// Titles of games, boards, rule sets and levels, where they are not names.
    Title {
        MidnightOil: "Midnight Oil", "Midnight Oil";
        BakersDozen: "Baker’s Dozen", "Treize du boulanger";
        BakersGame: "Baker’s Game", "Jeu de Baker";
        EightOff: "Eight Off", "Eight Off";
        SeahavenRelaxed: "Seahaven relaxed", "Seahaven facile";
        MicrosoftFreeCell: "Windows FreeCell", "FreeCell de Windows";
        FreeCells: "FreeCell, {}", "FreeCell, {}";
        English: "English", "anglais";
        French: "French", "français";
        Asymmetric: "asymmetric", "asymétrique";
        Diamond: "diamond", "losange";
        Wiegleb: "Wiegleb", "Wiegleb";
        Triangle: "triangle, {} holes", "triangle, {} trous";
        Hexagon: "hexagon, {} holes", "hexagone, {} trous";
        Letters: "Letters", "Lettres";
        Rummikub: "Rummikub", "Rummikub";
        Rami: "Rami", "Rami";
        Canasta: "Canasta", "Canasta";
        Mahjong: "Mahjong", "Mahjong";
        OwnBoard: "own board", "plateau à soi";
        BoardOf: "{}: a board", "{} : un plateau";
        Numbered: "{} {}", "{} {}";
        Easy: "easy", "facile";
        Normal: "normal", "normale";
        Strong: "strong", "forte";
    }
}
