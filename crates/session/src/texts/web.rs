//! Texts of the server that browsers play on.

use super::catalogue::texts;

texts! {
    /// Messages of the server.
    ServerText {
        NotFound: "There is nothing here.", "Il n’y a rien ici.";
        NoGame: "This game is not kept here.", "Cette partie n’est pas gardée ici.";
        BadRequest: "The request is not understood: {}", "La demande n’est pas comprise : {}";
        BadMethod: "This address does not take this kind of request.", "Cette adresse n’accepte pas ce genre de demande.";
        NotJson: "Send JSON with the content type application/json.", "Envoyez du JSON avec le type application/json.";
        TooLarge: "This is too large.", "C’est trop grand.";
        OtherOrigin: "Another site may not use this server.", "Un autre site ne peut pas utiliser ce serveur.";
        UnknownHost: "This server does not answer to this name.", "Ce serveur ne répond pas à ce nom.";
        TooManyRequests: "Too many requests: wait a moment.", "Trop de demandes : attendez un instant.";
        TooManyJobs: "Several questions are being worked on already: wait for an answer.", "Plusieurs questions sont déjà à l’étude : attendez une réponse.";
        TooManyGames: "You keep {} games: remove one first.", "Vous gardez {} parties : supprimez-en une d’abord.";
        Full: "The server is full: try again later.", "Le serveur est plein : réessayez plus tard.";
        Closing: "The server is stopping.", "Le serveur s’arrête.";
        Internal: "The server made a mistake.", "Le serveur a fait une erreur.";
        NotKept: "The move could not be kept on the disk.", "Le coup n’a pas pu être gardé sur le disque.";
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
            "Letters se joue avec une liste de mots. Démarrez le serveur avec --words FICHIER, ou installez une liste (Debian, Ubuntu : apt install wfrench).";
        NothingToImport: "This is neither a solution file, a board, a save of xpat2 nor a saved game.", "Ce n’est ni un fichier de solution, ni un plateau, ni une sauvegarde de xpat2, ni une partie gardée.";
        ImportDeal: "Which deal is this solution of? Name it, as in FreeCell.123.", "De quelle donne est cette solution ? Nommez-la, comme FreeCell.123.";
        UnknownAction: "`{}` is not an action.", "`{}` n’est pas une action.";
        Cancelled: "This was cancelled.", "Ceci a été annulé.";
        Won: "Won!", "Gagné !";
        Stuck: "Nothing can be moved.", "Plus rien ne bouge.";
        NoJump: "Nothing can jump.", "Plus rien ne saute.";
        Player: "Player", "Joueur";
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
